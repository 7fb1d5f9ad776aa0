"""Training of the shipped policy: decisions of the search, distillation, PPO self-play.

Needs the extra `train` (torch, tensorboard); nothing outside this package imports torch.
"""

RECIPE_NAMES = ("full", "quick", "scratch", "form", "next")

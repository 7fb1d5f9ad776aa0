"""Starting ranges by position and action, for a six-handed table with a hundred big blinds.

They are written for this program, not taken from a solver: their widths are the usual ones of
published six-handed charts (an early opener plays about one hand in six, the button about four in
ten), and within a width the hands are those that such charts agree on. They are a place to start
from; paint over them what you know of your opponents.
"""

PRESETS = {
    "Open, under the gun": "22+, A2s+, K9s+, QTs+, JTs, T9s, 98s, 87s, 76s, ATo+, KQo",
    "Open, hijack": "22+, A2s+, K8s+, Q9s+, J9s+, T8s+, 97s+, 87s, 76s, 65s, A9o+, KTo+, QJo",
    "Open, cutoff": "22+, A2s+, K5s+, Q8s+, J8s+, T8s+, 97s+, 86s+, 76s, 65s, 54s, A7o+, KTo+, "
    "QTo+, JTo",
    "Open, button": "22+, A2s+, K2s+, Q4s+, J6s+, T6s+, 96s+, 85s+, 75s+, 64s+, 54s, A2o+, K8o+, "
    "Q9o+, J9o+, T9o",
    "Open, small blind": "22+, A2s+, K2s+, Q5s+, J7s+, T7s+, 96s+, 86s+, 75s+, 65s, 54s, A3o+, "
    "K9o+, Q9o+, J9o+",
    "Call, button against cutoff": "22-99, A9s-A5s, KTs, QTs+, J9s+, T9s, 98s, 87s, 76s, AQo, KQo",
    "Call, button against under the gun": "22-TT, AJs-ATs, KJs+, QJs, JTs, T9s, 98s, AQo",
    "Defend, big blind against button": "22-99, A2s-A9s, K2s-KTs, Q4s-QTs, J6s+, T6s+, 95s+, 85s+, "
    "74s+, 64s+, 53s+, A2o-ATo, K8o-KJo, Q9o+, J8o+, T8o+, 98o",
    "Defend, big blind against under the gun": "22-TT, A2s-AJs, K9s-KQs, QTs+, J9s+, T9s, 98s, "
    "87s, 76s, 65s, AJo-AQo, KQo",
    "3-bet, button against cutoff": "TT+, AJs+, A5s-A3s, KJs+, AQo+",
    "3-bet, big blind against button": "TT+, ATs+, A5s-A2s, KTs+, QJs, T9s, AJo+, KQo",
    "3-bet, against under the gun": "QQ+, AKs, A5s-A4s, KQs, AKo",
    "4-bet": "KK+, AKs, A5s, AKo",
}

"""Build the page of all commands from their own help, when the site is built."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

OPENING = """# All commands

Each command with its own help, as `--help` prints it. `--json` prints the whole answer for
programs. The exit code is 0 if it was done, 1 if it could not be done, and 2 for wrong input.
"""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page."""
    files.append(File.generated(config, "commands.md", content=commands_page()))
    return files


def commands_page() -> str:
    """Return the help of every command, in Markdown."""
    from assistant.cli.app import load_command
    from assistant.cli.start import PROGRAMS

    parts = [OPENING]
    for name, target in PROGRAMS.items():
        command = load_command(target)
        _describe(command, command.context_class(command, info_name=name), parts)
    return "\n".join(parts)


def _describe(command, context, parts: list[str]) -> None:
    """Append the help of a command and of those below it."""
    path = context.command_path
    parts.append(f"{'#' * min(len(path.split()) + 1, 4)} {path}\n")
    parts.append(f"{(command.help or '').strip()}\n")
    options = [param.get_help_record(context) for param in command.get_params(context)]
    rows = [record for record in options if record is not None and "--help" not in record[0]]
    if rows:
        parts.append("| option | meaning |\n|---|---|")
        parts += [f"| `{names}` | {_cell(words)} |".replace("||", "|") for names, words in rows]
        parts.append("")
    if hasattr(command, "list_commands"):
        for name in command.list_commands(context):
            _, below, _ = command.resolve_command(context, [name])
            if below is not None and not below.hidden:
                _describe(
                    below, command.context_class(below, info_name=name, parent=context), parts
                )


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("<", "&lt;")

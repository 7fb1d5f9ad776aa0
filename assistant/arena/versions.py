"""Check a session that continues under another version: give a note, or refuse.

Whether the versions agree is tested: the first stored game is played again from its seeds. The
versions that have played a session stay with it, one after the other.
"""

from assistant.arena.events import is_repeatable
from assistant.arena.store import Store, present_versions
from engine.errors import UnavailableError

BETWEEN = ", "  # the versions of one thing, oldest first


def compare_versions(store: Store, session: int) -> str:
    """Return one line if other versions have played the games of this session so far, else nothing.

    Raises `UnavailableError` if the present ones make other moves in a game that is stored.
    """
    kept, present = store.session(session).versions, present_versions()
    last = {name: versions.rpartition(BETWEEN)[2] for name, versions in kept.items()}
    changed = [name for name in present if last.get(name) != present[name]]
    if not changed:
        return ""
    first = next((chunk.first for chunk in store.chunks(session)), None)
    if first is None:
        store.keep_versions(session, present)
        return ""
    begun, now = _names(changed, kept), _names(changed, present)
    if not is_repeatable(store, session, first):
        raise UnavailableError(
            f"session {session} was begun with {begun}; with {now} its agents make other moves "
            f"(tried on game {first}): go on with the old version, or begin a new session"
        )
    joined = {name: BETWEEN.join([kept.get(name, "unknown"), present[name]]) for name in changed}
    store.keep_versions(session, kept | joined)
    return (
        f"session {session} was begun with {begun} and goes on with {now}: "
        "results of its parts may differ"
    )


def _names(names: list[str], versions: dict[str, str]) -> str:
    return " and ".join(f"{name} {versions.get(name, 'unknown')}" for name in names)

-- A store as format 1 wrote it: one row a game, places and points as JSON.
-- Session 1 is done; session 2 was interrupted: games 3 and 6 to 7 are missing.
CREATE TABLE sessions (id INTEGER PRIMARY KEY, created TEXT NOT NULL, state TEXT NOT NULL, plan TEXT NOT NULL, versions TEXT NOT NULL);
CREATE TABLE games (session INTEGER NOT NULL REFERENCES sessions (id), number INTEGER NOT NULL, places TEXT NOT NULL, points TEXT NOT NULL, moves BLOB NOT NULL, PRIMARY KEY (session, number));
INSERT INTO sessions VALUES (1, '2025-01-01T10:00:00+00:00', 'done', '{"agents": ["toy:high", "toy:random"], "game": "toy", "line_ups": [[0, 1]], "place": "tests.assistant.arena.toy:GAME", "rounds": 2, "seed": 11, "stop_when_clear": false}', '{"program": "0.0.9", "python": "3.11.0", "numpy": "2.0.0"}');
INSERT INTO games VALUES (1, 0, '[2, 1]', '[1.0, 4.0]', X'38350A37340A33330A34310A31390A33300A31380A35350A31320A3435');
INSERT INTO games VALUES (1, 1, '[2, 1]', '[2.0, 3.0]', X'31320A37340A31390A35350A31380A34350A38350A34310A33330A3330');
INSERT INTO games VALUES (1, 2, '[1, 2]', '[3.0, 2.0]', X'38360A32350A37390A34330A33360A31380A33300A36340A32310A3530');
INSERT INTO games VALUES (1, 3, '[2, 1]', '[2.0, 3.0]', X'32310A36340A33360A35300A33300A34330A37390A32350A38360A3138');
INSERT INTO sessions VALUES (2, '2025-01-02T10:00:00+00:00', 'running', '{"agents": ["toy:high", "toy:random"], "game": "toy", "line_ups": [[0, 1]], "place": "tests.assistant.arena.toy:GAME", "rounds": 4, "seed": 12, "stop_when_clear": false}', '{"program": "0.0.9", "python": "3.11.0", "numpy": "2.0.0"}');
INSERT INTO games VALUES (2, 0, '[2, 1]', '[1.0, 4.0]', X'36390A35350A33340A34320A31360A37390A31300A31390A320A3634');
INSERT INTO games VALUES (2, 1, '[2, 1]', '[1.0, 4.0]', X'33340A37390A320A36340A31300A35350A31360A34320A36390A3139');
INSERT INTO games VALUES (2, 2, '[2, 1]', '[1.0, 4.0]', X'36350A36390A36330A31310A35390A37360A32350A38330A31340A3931');
INSERT INTO games VALUES (2, 4, '[1, 2]', '[3.0, 2.0]', X'38360A36390A38350A33360A37370A39390A34380A37350A32390A36');
INSERT INTO games VALUES (2, 5, '[1, 2]', '[3.0, 2.0]', X'37370A39390A38350A37350A38360A36390A32390A33360A34380A36');
PRAGMA user_version = 1;

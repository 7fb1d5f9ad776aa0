-- A store as format 1 wrote it: one row a game, places and points as JSON.
-- Session 1 is done; session 2 was interrupted: games 3 and 6 to 7 are missing.
CREATE TABLE sessions (id INTEGER PRIMARY KEY, created TEXT NOT NULL, state TEXT NOT NULL, plan TEXT NOT NULL, versions TEXT NOT NULL);
CREATE TABLE games (session INTEGER NOT NULL REFERENCES sessions (id), number INTEGER NOT NULL, places TEXT NOT NULL, points TEXT NOT NULL, moves BLOB NOT NULL, PRIMARY KEY (session, number));
INSERT INTO sessions VALUES (1, '2025-01-01T10:00:00+00:00', 'done', '{"agents": ["toy:high", "toy:random"], "game": "toy", "line_ups": [[0, 1]], "place": "tests.assistant.arena.toy:GAME", "rounds": 2, "seed": 11, "stop_when_clear": false}', '{"program": "0.0.9", "python": "3.11.0", "numpy": "2.0.0"}');
INSERT INTO games VALUES (1, 0, '[2, 1]', '[2.0, 3.0]', X'38360A32340A38330A38370A37310A35320A35300A38350A33380A3936');
INSERT INTO games VALUES (1, 1, '[2, 1]', '[1.0, 4.0]', X'37310A39360A38360A38370A35300A38350A33380A35320A38330A3234');
INSERT INTO games VALUES (1, 2, '[1, 2]', '[4.0, 1.0]', X'39370A36360A39300A31390A38350A33370A33380A33340A32330A3333');
INSERT INTO games VALUES (1, 3, '[1, 2]', '[3.0, 2.0]', X'33380A36360A32330A33370A38350A33340A39370A33330A39300A3139');
INSERT INTO sessions VALUES (2, '2025-01-02T10:00:00+00:00', 'running', '{"agents": ["toy:high", "toy:random"], "game": "toy", "line_ups": [[0, 1]], "place": "tests.assistant.arena.toy:GAME", "rounds": 4, "seed": 12, "stop_when_clear": false}', '{"program": "0.0.9", "python": "3.11.0", "numpy": "2.0.0"}');
INSERT INTO games VALUES (2, 0, '[1, 2]', '[3.0, 2.0]', X'38380A390A36360A31330A34330A32370A34300A39360A32360A3932');
INSERT INTO games VALUES (2, 1, '[1, 2]', '[3.0, 2.0]', X'34330A39360A36360A39320A34300A32370A38380A31330A32360A39');
INSERT INTO games VALUES (2, 2, '[2, 1]', '[1.0, 4.0]', X'35370A36380A33350A31360A33310A34300A32390A37320A32330A3730');
INSERT INTO games VALUES (2, 4, '[2, 1]', '[2.0, 3.0]', X'38310A37320A35390A33390A32350A32390A32300A36350A300A34');
INSERT INTO games VALUES (2, 5, '[2, 1]', '[1.0, 4.0]', X'38310A37320A35390A36350A32300A33390A32350A32390A300A34');
PRAGMA user_version = 1;

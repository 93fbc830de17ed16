-- Searching games by winners and length, and the opening explorer. ../postgres has the same.

-- Facets have bits for both (crates/server/src/store/facet.rs): winners from the 20th on, the class of the length from the 23rd,
-- and in `game_players` from the 26th how it went for the player.
UPDATE game_players SET facet = facet | (
    SELECT CASE winners WHEN '[]' THEN 1 WHEN '[0]' THEN 2 WHEN '[1]' THEN 3 WHEN '[2]' THEN 4 WHEN '[3]' THEN 5
                        WHEN '[0,2]' THEN 6 WHEN '[1,3]' THEN 7
                        ELSE 2 + CAST(substr(winners, 2, 1) AS BIGINT) END * 1048576
         + CASE WHEN plies < 20 THEN 1 WHEN plies < 50 THEN 2 WHEN plies < 80 THEN 3 WHEN plies < 120 THEN 4
                WHEN plies < 180 THEN 5 WHEN plies < 260 THEN 6 ELSE 7 END * 8388608
         + CASE WHEN winners = '[]' THEN 1 WHEN winners LIKE '%' || seat || '%' THEN 2 ELSE 3 END * 67108864
    FROM games WHERE games.id = game_id
);

INSERT INTO game_facets (facet, finished_at, game_id)
SELECT facet
     | (CASE winners WHEN '[]' THEN 1 WHEN '[0]' THEN 2 WHEN '[1]' THEN 3 WHEN '[2]' THEN 4 WHEN '[3]' THEN 5
                     WHEN '[0,2]' THEN 6 WHEN '[1,3]' THEN 7
                     ELSE 2 + CAST(substr(winners, 2, 1) AS BIGINT) END * 1048576
      + CASE WHEN plies < 20 THEN 1 WHEN plies < 50 THEN 2 WHEN plies < 80 THEN 3 WHEN plies < 120 THEN 4
             WHEN plies < 180 THEN 5 WHEN plies < 260 THEN 6 ELSE 7 END * 8388608),
       game_facets.finished_at, game_id
FROM game_facets JOIN games ON games.id = game_id;

-- How often each move was played in a position, and how it went for whoever played it. Made by the consumer `explorer` from public
-- games. A position is a number made of mode, layout, marbles and turn (crates/server/src/store/explorer.rs): however it came about, it
-- is the same.
CREATE TABLE explorer (
    position INTEGER NOT NULL,
    -- In Aba-Pro notation.
    move     TEXT NOT NULL,
    -- How well the players were rated: `unrated`, or a band.
    band     TEXT NOT NULL,
    games    INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    drawn    INTEGER NOT NULL,
    lost     INTEGER NOT NULL,
    PRIMARY KEY (position, move, band)
) STRICT, WITHOUT ROWID;

-- Tables that held sums of other tables: `player_statistics` by layout and seat, `player_pairs` by mode. ../postgres has the same.
DROP TABLE player_counts;
DROP TABLE player_opponents;
DELETE FROM consumers WHERE name = 'player-counts';

-- Earlier programs write the tables.
UPDATE compatibility SET usable_from = 76;

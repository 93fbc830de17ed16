-- Scopes per subject. Tokens with `play` keep the permissions that the scope had. ../postgres has the same.
UPDATE sessions SET scopes = scopes || ' challenges studies puzzles' WHERE ' ' || scopes || ' ' LIKE '% play %';

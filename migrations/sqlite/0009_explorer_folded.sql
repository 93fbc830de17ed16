-- The explorer counts positions that are each other's images as one, and tells games by how well their players were rated: it begins
-- again. ../postgres has the same.
DELETE FROM explorer;
DELETE FROM consumers WHERE name = 'explorer';

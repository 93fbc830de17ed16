-- What players show of themselves, beside their words: a country, as a code of ISO 3166, and a small picture in WebP. ../sqlite has the same.
ALTER TABLE profiles ADD COLUMN country TEXT;
ALTER TABLE profiles ADD COLUMN avatar BYTEA;

-- A part of the picture's SHA-256: its address contains it.
ALTER TABLE profiles ADD COLUMN avatar_tag TEXT;

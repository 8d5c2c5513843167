"""The index: entries, their words in order of time, and the functions that fold text into words."""

from django.db import migrations

FOLD = r"""
CREATE FUNCTION search_fold(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(
    translate(
      replace(replace(replace(replace(
        normalize(regexp_replace(
          normalize(lower(value COLLATE "pg_c_utf8"), NFKD), '[\u0300-\u036f]', '', 'g'), NFKC),
        'ß', 'ss'), 'æ', 'a'), 'œ', 'o'), 'þ', 'th'),
      'øłđðı''’‘ʼ`´', 'olddi'),
    '([aou])e', '\1', 'g')
$$;

-- A word of a script without spaces is found from each of its letters on.
CREATE FUNCTION search_words(value text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT left(substr(word, place), 40)
  FROM regexp_split_to_table(
         search_fold(value) COLLATE "pg_c_utf8", '[[:space:][:punct:][:cntrl:]]+') AS word,
       generate_series(1, CASE
         WHEN word ~ '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]'
         THEN least(length(word), 12) ELSE 1 END) AS place
  WHERE word <> ''
$$;

CREATE FUNCTION search_code(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT translate(regexp_replace(upper(value), '[^A-Z0-9]+', '', 'g'), 'OILU', '011V')
$$;

CREATE FUNCTION search_code_words(value text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT '=' || left(search_code(value), 40) WHERE search_code(value) <> ''
$$;

-- Forwards for who types the start, backwards for who knows the last digits.
CREATE FUNCTION search_phone_words(value text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT unnest(ARRAY['+' || digits, '-' || reverse(digits)])
  FROM (SELECT left(regexp_replace(value, '[^0-9]+', '', 'g'), 20) AS digits) AS bare
  WHERE digits <> ''
$$;

-- The address from its start, further parts of the name before the @, and who runs the domain.
CREATE FUNCTION search_email_words(value text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT '@' || left(lower(value), 100) WHERE value <> ''
  UNION
  SELECT left(search_fold(part), 40)
  FROM unnest((regexp_split_to_array(lower(split_part(value, '@', 1)), '[._+-]+'))[2:]) AS part
  WHERE part ~ '^[^0-9]{2,}$'
  UNION
  SELECT left(part, 40)
  FROM regexp_split_to_table(
         regexp_replace(lower(split_part(value, '@', 2)), '\.[^.]*$', ''), '[.]') AS part
  WHERE length(part) > 2 AND part NOT IN (
    'gmail', 'googlemail', 'yahoo', 'hotmail', 'outlook', 'icloud', 'live', 'msn', 'aol', 'gmx',
    'web', 'mail', 'email', 'protonmail', 'proton', '163', '126', 'yandex', 'naver', 'hanmail',
    'orange', 'wanadoo', 'free', 'libero', 't-online', 'bol', 'uol', 'ziggo', 'telia', 'comcast')
$$;
"""
UNFOLD = """
DROP FUNCTION search_email_words(text);
DROP FUNCTION search_phone_words(text);
DROP FUNCTION search_code_words(text);
DROP FUNCTION search_code(text);
DROP FUNCTION search_words(text);
DROP FUNCTION search_fold(text);
"""

TABLES = """
CREATE TABLE search_entry (
  object_id bigint NOT NULL,
  at timestamptz NOT NULL,
  reseller_id bigint,
  kind smallint NOT NULL,
  shelf smallint NOT NULL,
  words text COLLATE "C" NOT NULL,
  PRIMARY KEY (kind, object_id)
);
CREATE INDEX search_entry_in_time ON search_entry (shelf, at);
CREATE TABLE search_posting (
  at timestamptz NOT NULL,
  object_id bigint NOT NULL,
  shelf smallint NOT NULL,
  word text COLLATE "C" NOT NULL,
  PRIMARY KEY (word, shelf, at, object_id)
);
-- What has no dead rows is answered from the index alone.
ALTER TABLE search_posting SET (
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
"""
NO_TABLES = """
DROP TABLE search_posting;
DROP TABLE search_entry;
"""

PUT = """
CREATE FUNCTION search_post(
  the_shelf smallint, the_at timestamptz, the_id bigint, the_words text[]) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO search_posting (word, shelf, at, object_id)
  SELECT word, the_shelf, the_at, the_id FROM unnest(the_words) AS word
$$;

CREATE FUNCTION search_unpost(
  the_shelf smallint, the_at timestamptz, the_id bigint, the_words text[]) RETURNS void
LANGUAGE sql AS $$
  DELETE FROM search_posting AS p USING unnest(the_words) AS w (word)
  WHERE p.word = w.word AND p.shelf = the_shelf AND p.at = the_at AND p.object_id = the_id
$$;

-- Makes the index say what the source says; no words means that there is nothing to find.
CREATE FUNCTION search_put(
  the_kind smallint, the_id bigint, new_shelf smallint, new_at timestamptz, new_reseller bigint,
  new_words text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  old search_entry;
  old_words text[];
  new_text text := ' ' || array_to_string(new_words, ' ') || ' ';
BEGIN
  SELECT * INTO old FROM search_entry WHERE kind = the_kind AND object_id = the_id;
  IF old.kind IS NULL AND new_text IS NOT NULL THEN
    INSERT INTO search_entry (kind, object_id, shelf, at, reseller_id, words)
    VALUES (the_kind, the_id, new_shelf, new_at, new_reseller, new_text);
    PERFORM search_post(new_shelf, new_at, the_id, new_words);
  ELSIF old.kind IS NOT NULL AND (old.shelf, old.at, old.reseller_id, old.words)
      IS DISTINCT FROM (new_shelf, new_at, new_reseller, new_text) THEN
    old_words := string_to_array(btrim(old.words), ' ');
    IF (old.shelf, old.at) IS NOT DISTINCT FROM (new_shelf, new_at) THEN
      PERFORM search_unpost(old.shelf, old.at, the_id,
        ARRAY(SELECT unnest(old_words) EXCEPT SELECT unnest(new_words)));
      PERFORM search_post(new_shelf, new_at, the_id,
        ARRAY(SELECT unnest(new_words) EXCEPT SELECT unnest(old_words)));
    ELSE
      PERFORM search_unpost(old.shelf, old.at, the_id, old_words);
      PERFORM search_post(new_shelf, new_at, the_id, new_words);
    END IF;
    IF new_text IS NULL THEN
      DELETE FROM search_entry WHERE kind = the_kind AND object_id = the_id;
    ELSE
      UPDATE search_entry SET shelf = new_shelf, at = new_at, reseller_id = new_reseller,
        words = new_text WHERE kind = the_kind AND object_id = the_id;
    END IF;
  END IF;
END $$;
"""
NO_PUT = """
DROP FUNCTION search_put(smallint, bigint, smallint, timestamptz, bigint, text[]);
DROP FUNCTION search_unpost(smallint, timestamptz, bigint, text[]);
DROP FUNCTION search_post(smallint, timestamptz, bigint, text[]);
"""


class Migration(migrations.Migration):
    """One entry for each thing that can be found, one posting for each of its words."""

    dependencies = []
    operations = [
        migrations.RunSQL(FOLD, UNFOLD),
        migrations.RunSQL(TABLES, NO_TABLES),
        migrations.RunSQL(PUT, NO_PUT),
    ]

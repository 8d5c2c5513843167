"""The index: entries, their words in order of time, and the functions that fold text into words."""

from django.db import migrations

FOLD = r"""
-- Small letters without accents; "ae", "oe", "ue" are how umlauts are written without dots.
CREATE FUNCTION search_fold(value text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  folded text := lower(value COLLATE "pg_c_utf8");
BEGIN
  IF folded ~ '[^ -~]' THEN
    folded := translate(
      replace(replace(replace(replace(
        normalize(regexp_replace(normalize(folded, NFKD), '[\u0300-\u036f]', '', 'g'), NFKC),
        'ß', 'ss'), 'æ', 'a'), 'œ', 'o'), 'þ', 'th'),
      'øłđðı’‘ʼ´', 'olddi');
  END IF;
  RETURN regexp_replace(translate(folded, '''`', ''), '([aou])e', '\1', 'g');
END $$;

CREATE FUNCTION search_split(value text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN array_remove(regexp_split_to_array(
    search_fold(value) COLLATE "pg_c_utf8", '[[:space:][:punct:][:cntrl:]]+'), '');
END $$;

CREATE FUNCTION search_code(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(regexp_replace(upper(value), '[^A-Z0-9]+', '', 'g'), 'OILU', '011V')
$$;

-- The words a thing is found by. Names stand bare; "=" stands before codes, "@" before addresses,
-- "+" before phone numbers and "-" before phone numbers from their end, for who knows the last
-- digits. `run` is a name as it is written without a space, for scripts that have none: there a
-- word is found from each of its letters on.
CREATE FUNCTION search_terms(
  names text, run text, emails text[], phones text[], codes text[]) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  spaceless CONSTANT text := '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]';
  -- Hosts of everybody's mail say nothing about who somebody is.
  shared CONSTANT text := '@(gmail|googlemail|yahoo|hotmail|outlook|icloud|live|msn|aol|gmx|web|'
    'mail|proton|protonmail|qq|163|126|yandex|naver|hanmail|orange|wanadoo|free|libero|t-online)[.]';
  found text[] := search_split(names);
  one text;
  part text;
BEGIN
  IF names ~ spaceless THEN
    FOREACH one IN ARRAY found
        || CASE WHEN run ~ ('^' || spaceless || '+$') THEN search_split(run) END LOOP
      found := found || ARRAY(
        SELECT substr(one, n) FROM generate_series(1, least(length(one), 12)) AS n
        WHERE substr(one, n, 1) ~ spaceless);
    END LOOP;
  END IF;
  FOREACH one IN ARRAY emails LOOP
    one := lower(one);
    CONTINUE WHEN one IS NULL OR one = '';
    found := found || ('@' || one);
    IF one ~ '[._+-].*@' THEN
      FOREACH part IN ARRAY (regexp_split_to_array(split_part(one, '@', 1), '[._+-]+'))[2:] LOOP
        IF part ~ '^[^0-9]{2,}$' THEN
          found := found || search_fold(part);
        END IF;
      END LOOP;
    END IF;
    IF one !~ shared THEN
      FOREACH part IN ARRAY string_to_array(
          regexp_replace(split_part(one, '@', 2), '[.][^.]*$', ''), '.') LOOP
        IF length(part) > 2 THEN
          found := found || search_split(part);
        END IF;
      END LOOP;
    END IF;
  END LOOP;
  FOREACH one IN ARRAY phones LOOP
    one := left(regexp_replace(one, '[^0-9]+', '', 'g'), 20);
    CONTINUE WHEN one IS NULL OR one = '';
    found := found || ('+' || one) || ('-' || reverse(one));
  END LOOP;
  FOREACH one IN ARRAY codes LOOP
    one := search_code(one);
    CONTINUE WHEN one IS NULL OR one = '';
    found := found || ('=' || one);
  END LOOP;
  found := ARRAY(SELECT DISTINCT left(word, 100) COLLATE "C" AS word
                 FROM unnest(found) AS word WHERE word <> '' ORDER BY word);
  RETURN nullif(found, '{}');
END $$;
"""
UNFOLD = """
DROP FUNCTION search_terms(text, text, text[], text[], text[]);
DROP FUNCTION search_code(text);
DROP FUNCTION search_split(text);
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
  ON CONFLICT DO NOTHING
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

"""A crowd with the names, addresses and phones that a big operator's customers have, by SQL."""

from typing import Final

# A few names are very common, most are rare: share of 10,000 people, the rest from syllables.
_FIRST: Final = """
james 150 mary 120 john 140 patricia 70 robert 130 jennifer 90 michael 150 linda 60 david 130
elizabeth 80 william 120 barbara 50 richard 80 susan 60 joseph 70 jessica 80 thomas 90 sarah 90
charles 60 karen 50 christopher 70 lisa 60 daniel 100 nancy 40 matthew 80 betty 30 anthony 60
sandra 50 mark 70 margaret 40 donald 30 ashley 60 steven 60 kimberly 50 andrew 80 emily 80 paul 70
donna 30 joshua 60 michelle 60 kenneth 40 carol 30 kevin 60 amanda 60 brian 60 melissa 50 anna 110
andreas 50 angela 60 anne 60 annika 20 antonio 60 ana 50 andrea 70 anja 20 anders 20 ann 40 amy 50
jürgen 30 müller 4 björn 20 søren 15 françois 25 josé 60 maría 70 zoë 15 léa 20 łukasz 15 joão 40
sofia 60 olga 30 иван 20 мария 25 анна 25 алексей 15 太郎 10 花子 10 美咲 10 伟 20 芳 20 민준 10
서연 10 mohammed 60 fatima 40 wei 40 yuki 20 hans 40 pierre 30 giulia 40 lars 30 emma 90 noah 70
olivia 80 liam 70 mia 60 lucas 60 luca 40 chloé 20 amélie 15 ursula 20 stefan 30 katarina 15
"""
_LAST: Final = """
smith 110 johnson 90 williams 80 brown 75 jones 70 garcia 70 miller 65 davis 55 rodriguez 60
martinez 60 hernandez 50 lopez 50 gonzalez 45 wilson 45 anderson 60 thomas 40 taylor 45 moore 40
jackson 35 martin 60 lee 60 perez 35 thompson 35 white 35 harris 35 sanchez 35 clark 30 ramirez 30
lewis 30 robinson 30 walker 30 young 25 allen 30 king 30 wright 25 scott 25 torres 25 nguyen 40
hill 25 flores 25 green 25 adams 25 nelson 25 baker 25 hall 25 rivera 25 campbell 25 mitchell 25
carter 25 roberts 25 müller 60 mueller 15 schmidt 50 schneider 40 fischer 35 weber 35 meyer 30
wagner 25 becker 25 schulz 25 hoffmann 25 schäfer 15 rossi 40 russo 25 ferrari 20 bianchi 20 silva
50 santos 40 ferreira 30 dubois 30 durand 20 lefèvre 15 jansen 30 devries 20 vandenberg 20 andersson
30 johansson 30 karlsson 20 nilsson 20 иванов 20 иванова 20 смирнов 15 петров 15 田中 10 佐藤 10
鈴木 10 王 20 李 20 张 15 김 15 이 10 박 10 smythe 5 smithson 5 smit 10 o'brien 15 o'connor 10
macdonald 10
"""
_SYLLABLES: Final = (
    "ba be bo bra chi da del do el fa fi ga go gri ha hu in ja ka ko la le lo lu ma me mo na ne ni "
    "no pa pe pol ra re ri ro sa se sen ska so sta ta te ti to tu va ve vi wa wi ya zi zo"
)
_HOSTS: Final = "gmail.com yahoo.com hotmail.com outlook.com icloud.com web.de gmx.net orange.fr"

_PEOPLE: Final = f"""
CREATE FUNCTION pg_temp.bag(packed text) RETURNS TABLE (name text, slot bigint) LANGUAGE sql AS $$
  SELECT parts[n], row_number() OVER ()
  FROM (SELECT regexp_split_to_array(btrim(packed, E' \\n'), '\\s+') AS parts) AS p,
    generate_series(1, array_length(parts, 1), 2) AS n, generate_series(1, parts[n + 1]::int)
$$;
CREATE TEMP TABLE first_names AS SELECT * FROM pg_temp.bag($a${_FIRST}$a$);
CREATE TEMP TABLE last_names AS SELECT * FROM pg_temp.bag($a${_LAST}$a$);
CREATE FUNCTION pg_temp.rare() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT s[1 + random() * 54] || s[1 + random() * 54] || s[1 + random() * 54]
  FROM (SELECT string_to_array('{_SYLLABLES}', ' ') AS s) AS bag
$$;
INSERT INTO customers_customer (hash, first_name, last_name, email, phone, more_emails,
  more_phones, company, address, locale, is_vip, tags, marketing, notes, trip_cnt,
  lifetime_value_amount, version, created_at, last_trip_at)
SELECT md5('c' || n)::varchar(24), first, last,
  lower(replace(first, '''', '')) || CASE n % 3 WHEN 0 THEN '.' WHEN 1 THEN '_' ELSE '' END
    || lower(replace(last, '''', '')) || n % 9973 || '@'
    || (string_to_array('{_HOSTS}', ' '))[1 + n % 8],
  '+1' || (2000000000 + (n * 7919::bigint) % 7999999999), '{{}}', '{{}}',
  CASE WHEN n % 25 = 0 THEN initcap(pg_temp.rare()) || ' Travel' END, '{{}}', 'en', false, '{{}}',
  '{{}}', '', 2, 0, 1, now() - random() * interval '1800 days',
  now() - (random() - 0.05) * interval '1800 days'
FROM (SELECT n, initcap(coalesce(f.name, pg_temp.rare())) AS first,
        initcap(coalesce(l.name, pg_temp.rare())) AS last
      FROM (SELECT n, 1 + (random() * 9999)::int AS a, 1 + (random() * 9999)::int AS b
            FROM generate_series(1, @people@) AS n OFFSET 0) AS drawn
      LEFT JOIN first_names AS f ON f.slot = a LEFT JOIN last_names AS l ON l.slot = b
      OFFSET 0) AS people;
"""  # noqa: S608
_TRIPS: Final = """
INSERT INTO trips_trip (hash, confirmation_code, status, trip_method_id, customer_id,
  contact_first_name, contact_last_name, contact_email, contact_phone, locale, is_tax_exempt,
  tax_certificate,
  currency, subtotal_amount, discount_amount, fee_amount, tax_amount, booking_fee_amount,
  total_amount, tip_amount, paid_amount, refunded_amount, deposit_due_amount, commission_amount,
  net_due_amount, first_start_at, pax_cnt, reserved_at, is_marketing_opt_in, utm, created_at,
  changed_at, version, shelf, group_name, reseller_voucher, reseller_id, has_gift_cards)
SELECT left(made.hash, 24), left(code, 4) || '-' || right(code, 4), 'reserved', 1, c.id,
  c.first_name, c.last_name, c.email, c.phone, 'en', false, '', 'USD', 10000,
  0, 0, 0, 0, 10000, 0, 0, 0, 0, 0, 0, start, 2, start - interval '20 days', false, '{}',
  start - interval '20 days',
  start - interval '20 days', 1, '{}', CASE WHEN n % 40 = 0 THEN c.last_name || ' Reunion' END,
  CASE WHEN n % 10 = 0 THEN 'VO-' || n END, CASE WHEN n % 10 = 0 THEN n / 10 % 20 END, false
FROM (SELECT n, 1 + (random() * (@people@ - 1))::int AS who, md5('t' || n) AS hash,
        translate(upper(lpad(to_hex((n * 2654435761) % 4294967296), 8, '0')), '01', 'XY') AS code,
        now() - (random() - 0.05) * interval '1800 days' AS start
      FROM generate_series(1::bigint, @trips@) AS n OFFSET 0) AS made
JOIN customers_customer AS c ON c.id = (SELECT min(id) FROM customers_customer) + made.who - 1;
"""


def crowd(*, people: int, trips: int) -> str:
    """Return the SQL that makes so many customers and trips."""
    both = _PEOPLE + _TRIPS
    return both.replace("@people@", str(people)).replace("@trips@", str(trips))

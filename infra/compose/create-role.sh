#!/bin/sh
# The product's own role and database: it owns its tables and is no superuser.
set -eu
psql --set=ON_ERROR_STOP=1 --username postgres --dbname postgres --set=password="$DATABASE_PASSWORD" <<'SQL'
CREATE ROLE outfitter LOGIN PASSWORD :'password';
CREATE DATABASE outfitter OWNER outfitter;
SQL

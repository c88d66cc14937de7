-- Objects that the REST service must not reach.
create schema if not exists private;
revoke all on schema private from public;
-- Policies and readers' functions use some of its functions. No browser role may read its tables.
grant usage on schema private to authenticated;

-- Hosted projects may bring GraphQL, a second way to every table. Nothing here uses it.
drop extension if exists pg_graphql;

-- The REST service applies a role's own timeout to each of its requests. The page's reads take milliseconds.
alter role anon set statement_timeout = '2s';
alter role authenticated set statement_timeout = '2s';

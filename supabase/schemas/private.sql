-- What the REST interface must not reach.
create schema if not exists private;
revoke all on schema private from public;

-- Hosted projects may bring GraphQL, a second way to every table. Nothing here uses it.
drop extension if exists pg_graphql;

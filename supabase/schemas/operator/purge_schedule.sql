-- Purges deleted chats every minute by pg_cron, so that they go without traffic too. npm start has a timer of its own.
-- Where pg_cron cannot be had, only writes purge; if creating it failed, the migration says so.
do $$
begin
  if exists (select from pg_catalog.pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron;
  end if;
exception when others then
  raise warning 'pg_cron cannot be used (%): schedule private.purge_chats yourself.', sqlerrm;
end $$;

do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('purge deleted chats', '* * * * *', 'select private.purge_chats(100000)');
  end if;
end $$;

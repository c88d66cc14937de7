set lock_timeout = '5s';

-- What was shown of a running reply is there after a crash of the database too.
alter table public.pieces set logged;

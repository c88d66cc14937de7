-- Everybody's address in small letters, so that a person is found by it at once, however many there are. The table of
-- the sign-in service belongs to that service and takes no index of ours.
create table private.addresses (
  user_id uuid primary key references public.users (id) on delete cascade,
  email text not null
);
alter table private.addresses enable row level security;
revoke all on private.addresses from public, anon, authenticated;
create index addresses_email on private.addresses (email);

insert into private.addresses (user_id, email) select id, private.fold_address(email) from auth.users
  where email is not null;

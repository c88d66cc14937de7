-- Everybody's address as private.fold_address writes it, to find a person by it with an index. auth.users belongs to
-- the sign-in service and takes no index of ours.
create table private.addresses (
  user_id uuid primary key references public.users (id) on delete cascade,
  email text not null
);
alter table private.addresses enable row level security;
revoke all on private.addresses from public, anon, authenticated;
create index addresses_email on private.addresses (email);

insert into private.addresses (user_id, email) select id, private.fold_address(email) from auth.users
  where email is not null;

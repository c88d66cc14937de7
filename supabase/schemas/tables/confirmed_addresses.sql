-- Who confirmed which address when. Addresses that somebody no longer uses stay: they may have paid with one.
create table private.confirmed_addresses (
  email text not null,
  user_id uuid not null references public.users (id) on delete cascade,
  confirmed_at timestamptz not null,
  primary key (email, user_id, confirmed_at)
);
alter table private.confirmed_addresses enable row level security;
revoke all on private.confirmed_addresses from public, anon, authenticated;
create index confirmed_addresses_user_id on private.confirmed_addresses (user_id);

insert into private.confirmed_addresses (email, user_id, confirmed_at)
  select private.fold_address(email), id, email_confirmed_at from auth.users
  where email is not null and email_confirmed_at is not null;

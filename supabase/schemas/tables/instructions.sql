-- Instructions that models were given, each text once per member, so that a reply's stay known after a change. The
-- current ones are in public.users.
create table public.instructions (
  user_id uuid not null references public.users (id) on delete cascade,
  -- A hash of the text: see private.instructions_to_give.
  id uuid not null,
  content text not null,
  primary key (user_id, id)
);

alter table public.instructions enable row level security;
revoke all on public.instructions from anon, authenticated;
grant select on public.instructions to authenticated;

create policy "members read their own instructions" on public.instructions
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.read_is_small('public.instructions', 'content')));

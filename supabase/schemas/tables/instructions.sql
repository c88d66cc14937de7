-- The texts of people's instructions that replies were given, each once for its person, so that a reply's stays known
-- when it is changed. The text that the next reply is given stands in public.users.
create table public.instructions (
  user_id uuid not null references public.users (id) on delete cascade,
  -- Made from the text, by private.instructions_to_give.
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

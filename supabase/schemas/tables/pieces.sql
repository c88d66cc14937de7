-- Parts of an answer's text, written while it runs, so that every page of its owner can show it. They are no messages,
-- and go when the answer is stored or breaks off.
create table public.pieces (
  user_id uuid not null,
  answer_id uuid not null,
  -- From 1 on.
  position integer not null,
  content text not null,
  primary key (user_id, answer_id, position),
  constraint pieces_attempt_fkey
    foreign key (user_id, answer_id) references public.attempts (user_id, id) on delete cascade
);

alter table public.pieces enable row level security;
revoke all on public.pieces from anon, authenticated;
grant select on public.pieces to authenticated;

create policy "members read their own pieces" on public.pieces
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.read_is_small('public.pieces', 'content', 1)));

-- Parts of an answer's text, stored while it is written, so that every page of its owner can show it. Deleted when the
-- answer is stored or breaks off.
create table private.pieces (
  user_id uuid not null,
  answer_id uuid not null,
  -- From 1 on.
  position integer not null,
  content text not null,
  primary key (user_id, answer_id, position),
  constraint pieces_attempt_fkey
    foreign key (user_id, answer_id) references private.attempts (user_id, id) on delete cascade
);

alter table private.pieces enable row level security;
revoke all on private.pieces from public, anon, authenticated;

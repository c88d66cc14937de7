-- Checks the foreign keys that the migration before has added. Reads and writes go on meanwhile.
alter table public.messages validate constraint messages_chat_fkey;
alter table public.messages validate constraint messages_question_fkey;

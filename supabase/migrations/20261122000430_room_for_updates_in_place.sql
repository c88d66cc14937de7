-- Rows that are updated keep room beside them, so that an update touches no index: a question while it is answered, and
-- a chat at every message. Pages that are full already stay as they are.
alter table public.messages set (fillfactor = 85);
alter table public.chats set (fillfactor = 85);

-- A mail carries one Message-ID for its whole life, so that servers that get it twice can drop the second copy.

alter table mails add column message_id text;
-- Mails with a link that opens something are not sent once it has run out, and their text is not kept.
update mails set send_until = created_at + interval '3 days'
  where channel = 'mail' and send_until is null and body like '%oobCode=%';

-- A mail may take a file along, named so that whoever wrote it makes it when the mail goes out: no copy waits here.

alter table mails add column attached text;

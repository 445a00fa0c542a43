/** What the store writes to the owner of an account about the account itself. */

type MailText = { subject: string; text: string }

/** "Chrome on Windows"; `system` is absent where it says nothing. */
export function deviceName(program: string | undefined, system: string | undefined): string {
  if (!program) return system ?? 'Unknown device'
  return system ? `${program} on ${system}` : program
}

export function newDeviceMail(
  host: string,
  { device, at, link }: { device: string; at: string; link: string },
): MailText {
  return {
    subject: 'A new sign-in to your account',
    text: `Somebody, hopefully you, signed in to your account at ${host} on a device that was not used there before.

Device: ${device}
Time: ${at}

If it was not you, end that sign-in here and set a new password:
${link}

If it was you, there is nothing to do.
`,
  }
}

export function accountDeletedMail(host: string): MailText {
  return {
    subject: 'Your account was deleted',
    text: `Your account at ${host} was deleted, and with it your name, your addresses and your sign-ins.

Orders that were sent stay in the books of the store, without your name. Reviews stay, too, without name and photo.

If it was not you, please tell the store.
`,
  }
}

/* Mails to the owner of an account about the account. */
import type { MailText } from '../../platform/mail/texts.ts'

/** "Chrome on Windows". */
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
    text: `There was a sign-in to your account at ${host} on a device that was not used there before.

Device: ${device}
Time: ${at}

If it was not you, end that sign-in here and set a new password:
${link}

If it was you, there is nothing to do.
`,
  }
}

/** `seconds` is the lifetime of a verification link; without it the link leads to the account page. */
export function confirmAddressMail(
  host: string,
  { link, seconds }: { link: string; seconds?: number },
): MailText {
  const way =
    seconds === undefined
      ? 'Log in and confirm it on your account page:'
      : `Confirm that this one is yours, within ${Math.round(seconds / 86_400)} days:`
  return {
    subject: 'Confirm your email address',
    text: `The store at ${host} has a message about an order for the account with this address. It sends such messages only to confirmed addresses.

${way}
${link}

Until then, orders and receipts are on the page My Orders there.

If you have no account there, ignore this mail: another person entered your address, and the store will not write to it about orders in the next 30 days.
`,
  }
}

export function accountDeletedMail(host: string): MailText {
  return {
    subject: 'Your account was deleted',
    text: `Your account at ${host} was deleted, and with it your name, your addresses and your sign-ins.

Orders that were sent stay in the books of the store, without your name. Reviews stay, too, without name and photo.

If it was not you, please contact the store.
`,
  }
}

import type { MailText } from '../../platform/mail/texts.ts'

/* Texts of the embedded identity provider: mails, text messages, the demo popup, the outbox page. */

export function passwordResetMail(host: string, link: string): MailText {
  return {
    subject: 'Reset your password',
    text: `A new password was requested for your account at ${host}.

Choose a new password here, within an hour:
${link}

If it was not you, ignore this mail: your password stays as it is.
`,
  }
}

export function verifyEmailMail(host: string, link: string): MailText {
  return {
    subject: 'Confirm your email address',
    text: `This address was registered at ${host}.

Confirm that it is yours, within an hour:
${link}

If it was not you, choose "It was not me" there and set a new password: the account becomes yours alone.
`,
  }
}

export function signInLinkMail(host: string, link: string): MailText {
  return {
    subject: 'Your sign-in link',
    text: `A sign-in with this address was requested at ${host}.

Sign in here, once and within an hour:
${link}

If it was not you, ignore this mail, and do not pass the link on.
`,
  }
}

export function changeEmailMail(host: string, link: string): MailText {
  return {
    subject: 'Confirm your new email address',
    text: `This address was entered as the new address of an account at ${host}.

Confirm that it is yours, within an hour:
${link}

If it was not you, ignore this mail: nothing changes before you say yes there.
`,
  }
}

export function addressChangedMail(
  host: string,
  { newEmail, link }: { newEmail: string; link: string },
): MailText {
  return {
    subject: 'Your email address was changed',
    text: `The email address of your account at ${host} is now ${newEmail}.

If it was not you, restore this address here, within three days, and set a new password:
${link}

If it was you, there is nothing to do.
`,
  }
}

export function addressGoneMail(host: string): MailText {
  return {
    subject: 'Your email address was changed',
    text: `An account at ${host} that had this address has another one now. This one can no longer be used to log in there.

If it was your account and it was not you, contact the store at once.

If it was you, there is nothing to do.
`,
  }
}

export function passwordChangedMail(host: string): MailText {
  return {
    subject: 'Your password was changed',
    text: `The password of your account at ${host} was changed just now. All other sign-ins have ended.

If it was not you, choose "Forgot password" on the login page there at once.

If it was you, there is nothing to do.
`,
  }
}

export function methodAddedMail(host: string, method: string): MailText {
  return {
    subject: 'A way to log in was added',
    text: `From now on this way to log in leads to your account at ${host}: ${method}

If it was not you, choose "Forgot password" on the login page there at once, then unlink that way on your account page.

If it was you, there is nothing to do.
`,
  }
}

export function methodRemovedMail(host: string, method: string): MailText {
  return {
    subject: 'A way to log in was removed',
    text: `This way to log in no longer leads to your account at ${host}: ${method}

If it was not you, choose "Forgot password" on the login page there at once.

If it was you, there is nothing to do.
`,
  }
}

export function factorAddedMail(host: string, link: string): MailText {
  return {
    subject: 'A second step was added to your sign-in',
    text: `From now on your account at ${host} asks for a code when you sign in.

If it was not you, remove that step here, within three days, and set a new password:
${link}

If it was you, there is nothing to do.
`,
  }
}

export function factorRemovedMail(host: string): MailText {
  return {
    subject: 'A second step was removed from your sign-in',
    text: `Your account at ${host} no longer asks for that code when you sign in.

If it was not you, sign in, set a new password and add the step again.
`,
  }
}

export function recoveryCodesMail(host: string): MailText {
  return {
    subject: 'New recovery codes were made',
    text: `Recovery codes for your account at ${host} were made just now. Those from before no longer work.

If it was not you, sign in, set a new password and make new codes.
`,
  }
}

export function recoveryCodeUsedMail(host: string, remaining: number): MailText {
  return {
    subject: 'A recovery code was used',
    text: `A recovery code was used to sign in to your account at ${host}.

Codes left: ${remaining}

If it was not you, sign in, set a new password and make new codes.
`,
  }
}

/** The outbox's title for text messages, which have no subject. */
export function signInSms(host: string, code: string): string {
  return `${code} is your sign-in code for ${host}. Do not pass it on.`
}

export function demoCodeMail(host: string, code: string): MailText {
  return {
    subject: `${code} is your practice sign-in code`,
    text: `Type ${code} into the sign-in window of ${host} within ten minutes.

It shows that this address is yours. If you are not signing in there, ignore this mail.
`,
  }
}

/** Display names of the external providers; that of `custom` is configured. */
export const popupProviderNames = {
  google: 'Google',
  facebook: 'Facebook',
  github: 'GitHub',
  twitter: 'Twitter',
} as const

export const popupTexts = {
  title: (provider: string) => `Sign in with ${provider} (practice)`,
  intro: (provider: string) =>
    `This store runs in demo mode. The accounts below are for practice: no ${provider} account is used.`,
  ready: 'Choose an account',
  another: 'Use another account',
  name: 'Name',
  email: 'Email',
  emailIfAny: 'Email (empty: an account without one)',
  noAddress: (screenName: string) => `@${screenName}, without an email`,
  sendCode: 'Send me a code',
  codeHint: 'The code is in the outbox of this store.',
  openOutbox: 'Open the outbox',
  code: 'Six-digit code',
  signIn: 'Sign in',
  skipCode: 'Continue without the code (the address stays unconfirmed)',
  cancel: 'Cancel',
  fieldsMissing: 'Enter a name and a valid email.',
  codeWrong: 'This code is not right. Look at the newest mail, or ask for a new code.',
  tooMany: 'Too many tries. Wait a while, then try again.',
  failed: 'The sign-in service did not answer. Try again.',
  returnedTitle: 'Back to the store',
  returned: 'The store knows. Close this window if it does not close by itself.',
  orphanedTitle: 'This sign-in is over',
  orphaned:
    'It was begun in another browser, is finished, or took too long. Close this window and sign in again.',
  noOpener: 'This window belongs to the sign-in page. Close it and start there.',
} as const

export const outboxTexts = {
  title: 'Outbox',
  intro:
    'The newest hundred mails and text messages of this demo. It sends them only where a server for them is set up.',
  empty: 'No mail yet. Register, or ask for a new password, and it appears here.',
  to: 'To',
  reload: 'Reload',
  foreignHost: 'PERMISSION_DENIED : Open the outbox at the address of its store:',
} as const

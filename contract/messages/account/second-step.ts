/** The second factor of a sign-in: a code of an app, of a text message, or a recovery code. */
export const secondStepTexts = {
  title: 'Second step',
  intro: 'Your account asks for a code, too.',
  factor: 'Where the code comes from',
  kinds: { totp: 'Authenticator app', phone: 'Text message' },
  code: 'Six-digit code',
  appHint: 'The code that your authenticator app shows now',
  textHint: 'The code of the newest text message',
  sendCode: 'Text me a code',
  sendAnother: 'Text me another code',
  sent: 'A text message with a code is on its way.',
  recoveryCode: 'Recovery code',
  recoveryHint: 'One of the codes you kept when you set up the second step. Each works once.',
  useRecovery: 'Use a recovery code',
  useFactor: 'Use a six-digit code',
  prove: 'Confirm',
  leave: 'Back',
} as const

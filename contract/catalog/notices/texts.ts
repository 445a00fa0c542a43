/** The form at a part that is sold out. */
export const noticeTexts = {
  label: 'Email for the notice',
  placeholder: 'you@example.com',
  hint: 'One mail when it is for sale again, then we forget the address.',
  submit: 'Tell me when it is back',
  isBack: 'It is for sale again: you can buy it now.',
  noted: 'We will send one mail when it is back.',
} as const

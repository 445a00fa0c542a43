import { expect, test } from 'vitest'
import { codeForm, dialledNumberForm, recoveryCodeForm } from './sign-in.ts'

test.each(['123456', ' 123 456 ', '12 34 56'])('%j is accepted as a code of six digits', (code) => {
  expect(codeForm.parse({ code })).toEqual({ code: '123456' })
})

test.each(['', '12345', '1234567', '12345a', 'ABCD-EFGH-JKMN'])('%j is not a code of a factor', (code) => {
  expect(codeForm.safeParse({ code }).success).toBe(false)
})

test.each(['ABCD-EFGH-JKMN', 'abcdefghjkmn', ' 1234 5678 9012 ', '0O1I-LL23-4567'])(
  '%j has the form of a recovery code',
  (code) => {
    expect(recoveryCodeForm.safeParse({ code }).success).toBe(true)
  },
)

test.each(['', '123456', 'ABCD-EFGH', 'ABCD-EFGH-JKMN-P', 'ABCD_EFGH_JKMN', '-'.repeat(50_000)])(
  '%j does not have the form of a recovery code',
  (code) => {
    expect(recoveryCodeForm.safeParse({ code }).success).toBe(false)
  },
)

test.each([
  ['+1 (555) 014-7731', '+15550147731'],
  ['+44 20 7946 0018', '+442079460018'],
])('the grouping of the number %s is ignored', (phone, dialled) => {
  expect(dialledNumberForm.parse({ phone })).toEqual({ phone: dialled })
})

test.each(['', '5550147731', '+0155501477', '+1555', '+1555014773112345', 'call me'])(
  '%j is not an international phone number',
  (phone) => {
    expect(dialledNumberForm.safeParse({ phone }).success).toBe(false)
  },
)

import { errorStatus, isErrorCode } from '#contract/errors.ts'
import { afterBracket, type Edit, type Mutation, oneLine } from './mutation.ts'
import type { Source } from './sources.ts'
import { testsOf } from './tests-of.ts'

/** Codes of the identity provider for a rejected caller or method, or a used, outdated, foreign or existing object. */
const CHECKED_CODES =
  /^(TOKEN_EXPIRED|USER_DISABLED|USER_MISMATCH|CREDENTIAL_TOO_OLD_LOGIN_AGAIN|INVALID_(OOB_CODE|CODE|SESSION_INFO|ID_TOKEN|MFA_PENDING_CREDENTIAL|TEMPORARY_PROOF|EMAIL :|PENDING_TOKEN)|EXPIRED_OOB_CODE|OPERATION_NOT_ALLOWED|UNVERIFIED_EMAIL|(SECOND_FACTOR|EMAIL|PHONE_NUMBER)_EXISTS|MFA_ENROLLMENT_NOT_FOUND)/

const AUTHORIZATION = [401, 403, 404]
const STATE = [402, 409, 422, 429]

/** Makes the condition of each `if (…) throw new AppError(…)`, or `refundError(…)`, about access or state false. */
export function findErrorChecks(source: Source): Mutation[] {
  const { file, code } = source
  if (!file.startsWith('server/')) return []
  return [...code.matchAll(/\bif \(/g)].flatMap((match) => {
    const afterCondition = afterBracket(code, match.index + 3)
    const throws = /^\s*throw (?:new AppError|refundError)\('(\w+)'/.exec(code.slice(afterCondition))
    const errorCode = throws?.[1]
    if (!isErrorCode(errorCode)) return []
    const status = errorStatus[errorCode]
    const kind = AUTHORIZATION.includes(status)
      ? 'authorization'
      : STATE.includes(status)
        ? 'condition'
        : undefined
    if (!kind) return []
    const name = `${file}: ${oneLine(code.slice(match.index, afterBracket(code, code.indexOf('(', afterCondition))))}`
    const change = { file, from: match.index + 'if '.length, to: afterCondition, put: '(false)' }
    return [{ kind, name, change, tests: testsOf(file) }]
  })
}

/** Removes each `check(…, 'CODE')` of the identity provider whose code is one of `CHECKED_CODES`. */
export function findChecks(source: Source): Mutation[] {
  const { file, code } = source
  if (!file.startsWith('embedded/identity/')) return []
  return [...code.matchAll(/^ +check\(/gm)].flatMap((match) => {
    const to = afterBracket(code, match.index + match[0].length - 1)
    const codes = [...code.slice(match.index, to).matchAll(/'([A-Z_]+)( :[^']*)?'/g)].map(
      ([, name, text]) => `${name}${text ?? ''}`,
    )
    if (!codes.some((name) => CHECKED_CODES.test(name))) return []
    return [removal(source, 'authorization', { from: match.index, to, put: 'void 0' })]
  })
}

/**
 * Removes each `where` of an UPDATE or DELETE. A first one that compares a column with `=` or `in` identifies the rows
 * and is not removed.
 */
export function findConditions(source: Source): Mutation[] {
  const { code } = source
  return [...code.matchAll(/\.(?:updateTable|deleteFrom)\(/g)].flatMap((match) => {
    const statement = code.slice(match.index, endOfStatement(code, match.index))
    const wheres = [...statement.matchAll(/\.where\(/g)].map((where) => {
      const from = match.index + where.index
      return { from, to: afterBracket(code, from + '.where'.length), put: '' }
    })
    return wheres.flatMap((where, index) =>
      index === 0 && identifiesRow(code.slice(where.from, where.to))
        ? []
        : [removal(source, 'condition', where)],
    )
  })
}

function identifiesRow(where: string): boolean {
  return /^\.where\(\s*'[\w.]+',\s*('='|'in'),/.test(where)
}

function endOfStatement(code: string, from: number): number {
  const ends = [code.indexOf('.execute', from), code.indexOf('\n\n', from), code.length]
  return Math.min(...ends.filter((end) => end >= 0))
}

function removal({ file, code }: Source, kind: Mutation['kind'], edit: Omit<Edit, 'file'>): Mutation {
  const name = `${file}: ${oneLine(code.slice(edit.from, edit.to))}`
  return { kind, name, change: { file, ...edit }, tests: testsOf(file) }
}

import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { afterBracket, type Mutation } from './mutation.ts'
import { readSources } from './sources.ts'

/*
 * The declarations of the endpoints. Their tests compare them with the handwritten table of
 * tests/support/http/authorization.ts, which does not follow a mutated declaration.
 */

/** Makes each endpoint public, opens each admin endpoint to every account, and removes each ownership rule. */
export function findAccess(root: string): Mutation[] {
  const sources = readSources(root, ['contract'])
  return Object.entries<Endpoint>(api).flatMap(([name, endpoint]) => {
    const start = `export const ${name} = defineEndpoint({`
    const source = sources.find(({ code }) => code.includes(start))
    if (!source) throw new Error(`no file declares ${name} as "${start}"`)
    return mutateAccess(name, endpoint, {
      ...source,
      from: source.code.indexOf(start) + start.length - 1,
    })
  })
}

type Declaration = { file: string; code: string; from: number }

function mutateAccess(name: string, endpoint: Endpoint, { file, code, from }: Declaration): Mutation[] {
  const body = code.slice(from, afterBracket(code, from))
  // titles of authorization.test.ts: "placeOrder as other returns 403", "placeOrder declares the access that the table documents"
  const base = {
    kind: 'access' as const,
    tests: ['tests/api/http/authorization.test.ts'],
    only: `\\b${name} (as|declares) `,
  } satisfies Partial<Mutation>
  const replace = (pattern: RegExp, put: string, what: string): Mutation => {
    const found = pattern.exec(body)
    if (!found) throw new Error(`${name} has no ${pattern.source}`)
    const at = from + found.index
    return { ...base, name: `${name}: ${what}`, change: { file, from: at, to: at + found[0].length, put } }
  }
  const mutations: Mutation[] = []
  if (endpoint.access !== 'public')
    mutations.push(replace(/access: '[\w-]+'/, "access: 'public'", 'open to the public'))
  if (endpoint.access === 'admin')
    mutations.push(replace(/access: 'admin'/, "access: 'signed-in'", 'open to every account'))
  if (endpoint.own) mutations.push(replace(/own: \{[^}]*\},/, '', 'without its owner'))
  return mutations
}

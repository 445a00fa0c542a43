import { globSync, readFileSync } from 'node:fs'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Parses every route of an application from the tree that Fastify prints. */
export function readRoutes(printed: string): { method: Method; path: string }[] {
  const parents: string[] = []
  return printed.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (.*) \((.*)\)$/.exec(line) ?? []
    if (part === '') return []
    const depth = indent.length / 4
    const path = (parents[depth - 1] ?? '') + part.replace(/(:\w+)\|.*/, '$1')
    parents[depth] = path
    return methods.split(', ').map((method) => ({ method: method as Method, path }))
  })
}

/**
 * Finds the names in `headers.name`, except calls, and in `headers['name']` in the source of the server and the embedded
 * services. Headers that it reads by destructuring or by a variable are missing.
 */
export function readHeaderNames(): string[] {
  return namesIn(['server', 'embedded'], /headers(?:\.(?!set\b|get\b)(\w+)\b(?!\()|\['([\w-]+)'\])/g)
}

/**
 * Finds in the source the parameters that the card sandbox reads by a literal name: an argument of `readText`,
 * `requireText`, `readInteger` or `form.get`. `${FIELD}` in a name becomes the parameter of the card.
 */
export function readCardFields(): string[] {
  const names = namesIn(['embedded/cards'], /(?:Text|Integer|form\.get)\((?:form, )?['`]([^'`]+)/g)
  return names.map((name) => name.replace(/\$\{FIELD\}/, 'payment_method_data[card]'))
}

function namesIn(folders: string[], pattern: RegExp): string[] {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`))
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map((match) => match[1] ?? match[2] ?? ''),
  )
  return [...new Set(names)].sort()
}

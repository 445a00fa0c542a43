import path from 'node:path'
import { parseSync } from 'vite'

/** One import as written: types and lazy imports count like any other. */
export type Import = { line: number; specifier: string; target: Target }
/** What it reaches: a file of ours (its path from the project's root), or a package. */
type Target = { file: string } | { package: string }

export type Source = {
  file: string
  imports: Import[]
  /** Lines that read `process.env`. */
  environment: number[]
  /** Whether it does nothing but hand on what others export. */
  isBarrel: boolean
}

/** Reads what a file imports; `file` is its path from the project's root, with forward slashes. */
export function readSource(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const imports: Import[] = []
  const environment: number[] = []
  walk(program, (node) => {
    const specifier = specifierOf(node)
    if (specifier !== undefined) {
      imports.push({ line: lineOf(text, node), specifier, target: resolve(file, specifier) })
    }
    if (readsEnvironment(node)) environment.push(lineOf(text, node))
  })
  return { file, imports, environment, isBarrel: program.body.length > 0 && program.body.every(handsOn) }
}

export type Node = Record<string, unknown>

export function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit)
  } else if (isNode(value)) {
    if (typeof value.type === 'string') visit(value)
    for (const item of Object.values(value)) walk(item, visit)
  }
}

function specifierOf(node: Node): string | undefined {
  const imports = [
    'ImportDeclaration',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'ImportExpression',
    'TSImportType',
  ]
  if (!imports.includes(String(node.type)) || !isNode(node.source)) return undefined
  return typeof node.source.value === 'string' ? node.source.value : undefined
}

function readsEnvironment(node: Node): boolean {
  if (node.type === 'MemberExpression')
    return isNamed(node.object, 'process') && isNamed(node.property, 'env')
  if (node.type === 'VariableDeclarator' && isNamed(node.init, 'process') && isNode(node.id)) {
    return (
      Array.isArray(node.id.properties) &&
      node.id.properties.some((property: Node) => isNamed(property.key, 'env'))
    )
  }
  if (node.type !== 'ImportDeclaration' || !/^(node:)?process$/.test(specifierOf(node) ?? '')) return false
  return Array.isArray(node.specifiers) && node.specifiers.some((item: Node) => isNamed(item.imported, 'env'))
}

function handsOn(statement: unknown): boolean {
  if (!isNode(statement)) return false
  return (
    statement.type === 'ExportAllDeclaration' ||
    (statement.type === 'ExportNamedDeclaration' && isNode(statement.source))
  )
}

function resolve(file: string, specifier: string): Target {
  const [plain = ''] = specifier.split('?')
  if (plain.startsWith('#')) return { file: plain.slice(1) }
  if (plain.startsWith('.')) return { file: path.posix.join(path.posix.dirname(file), plain) }
  const parts = plain.split('/')
  return {
    package: plain.startsWith('@')
      ? parts.slice(0, 2).join('/')
      : plain.startsWith('node:')
        ? plain
        : (parts[0] ?? ''),
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

function isNamed(value: unknown, name: string): boolean {
  return isNode(value) && value.name === name
}

function lineOf(text: string, node: Node): number {
  return text.slice(0, Number(node.start)).split('\n').length
}

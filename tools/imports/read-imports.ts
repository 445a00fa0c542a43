import path from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

export type Import = { line: number; specifier: string; target: Target }
/** A file of the project, by its path from the root, or a package; built-in modules count as packages. */
type Target = { file: string } | { package: string }

export type Source = {
  file: string
  imports: Import[]
  envLines: number[]
  /** Whether every statement exports from another file. */
  isBarrel: boolean
}

export function readSource(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const imports: Import[] = []
  const envLines: number[] = []
  const lineOf = (node: ESTree.Span) => text.slice(0, node.start).split('\n').length

  function addImport(node: ESTree.Span & { source: ESTree.Expression | null }): void {
    if (node.source?.type !== 'Literal' || typeof node.source.value !== 'string') return
    const specifier = node.source.value
    imports.push({ line: lineOf(node), specifier, target: resolve(file, specifier) })
  }

  new Visitor({
    ImportDeclaration(node) {
      addImport(node)
      if (!/^(node:)?process$/.test(node.source.value)) return
      if (node.specifiers.some((item) => item.type === 'ImportSpecifier' && isNamed(item.imported, 'env')))
        envLines.push(lineOf(node))
    },
    ExportNamedDeclaration: addImport,
    ExportAllDeclaration: addImport,
    ImportExpression: addImport,
    TSImportType: addImport,
    MemberExpression(node) {
      if (isNamed(node.object, 'process') && isNamed(node.property, 'env')) envLines.push(lineOf(node))
    },
    VariableDeclarator(node) {
      const { id, init } = node
      if (id.type !== 'ObjectPattern' || !init || !isNamed(init, 'process')) return
      if (id.properties.some((item) => item.type === 'Property' && isNamed(item.key, 'env')))
        envLines.push(lineOf(node))
    },
  }).visit(program)
  const isBarrel = program.body.length > 0 && program.body.every(isReexport)
  return { file, imports, envLines, isBarrel }
}

function isNamed(node: ESTree.Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name
}

function isReexport(statement: ESTree.Statement): boolean {
  if (statement.type === 'ExportAllDeclaration') return true
  return statement.type === 'ExportNamedDeclaration' && statement.source !== null
}

function resolve(file: string, specifier: string): Target {
  const [address = ''] = specifier.split('?')
  if (address.startsWith('#')) return { file: address.slice(1) }
  if (address.startsWith('.')) return { file: path.posix.join(path.posix.dirname(file), address) }
  const length = address.startsWith('@') ? 2 : 1
  const name = address.split('/').slice(0, length).join('/')
  return { package: address.startsWith('node:') ? address : name }
}

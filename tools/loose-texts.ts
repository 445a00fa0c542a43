import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'

type LooseText = { file: string; line: number; text: string }

/** Components get these from other modules. */
const ELEMENTS_ELSEWHERE = ['dialog', 'createPortal']

/**
 * Texts in `web` that have siblings. Translators replace text nodes by elements: hydration then finds an element where the
 * server sent a text, and React changes the text that is gone, and throws where it removes it or inserts before it.
 * A text that is alone in its element is changed with that element.
 */
export function readLooseTexts(): LooseText[] {
  const files = globSync('web/**/*.tsx', { exclude: ['**/*.test.*'] }).map((file) =>
    file.replaceAll('\\', '/'),
  )
  return files.sort().flatMap((file) => findLooseTexts(file, readFileSync(file, 'utf8')))
}

/** The loose texts of one file. Throws if it cannot be parsed. */
export function findLooseTexts(file: string, source: string): LooseText[] {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const names = namesOfElements(program)
  const found: LooseText[] = []
  const report = ({ start, end }: ESTree.Span) => {
    const text = source.slice(start, end)
    const line = source.slice(0, start + text.search(/\S|$/)).split('\n').length
    found.push({ file, line, text: text.trim() })
  }
  const check = ({ type, children }: ESTree.JSXElement | ESTree.JSXFragment) => {
    const kinds = children.map((child) => kindOfChild(child, names))
    // what is around a fragment is not known
    const isAlone = type === 'JSXElement' && kinds.filter((kind) => kind !== 'nothing').length === 1
    if (!isAlone) for (const [index, child] of children.entries()) if (kinds[index] === 'text') report(child)
  }
  new Visitor({
    JSXElement: check,
    JSXFragment: check,
    FunctionDeclaration({ id, body }) {
      if (!body || !/^[A-Z]/.test(id?.name ?? '')) return
      for (const value of body.body.flatMap(returnedBy)) if (kindOf(value, names) === 'text') report(value)
    },
  }).visit(program)
  return found
}

/** What a component returns, apart from loops and the like. */
function returnedBy(statement: ESTree.Statement): ESTree.Expression[] {
  if (statement.type === 'ReturnStatement') return statement.argument ? [statement.argument] : []
  if (statement.type === 'BlockStatement') return statement.body.flatMap(returnedBy)
  if (statement.type !== 'IfStatement') return []
  return [statement.consequent, ...(statement.alternate ? [statement.alternate] : [])].flatMap(returnedBy)
}

type Kind = 'elements' | 'text' | 'nothing'

function kindOfChild(child: ESTree.JSXChild, names: Set<string>): Kind {
  if (child.type === 'JSXText')
    return child.value.trim() === '' && child.value.includes('\n') ? 'nothing' : 'text'
  return child.type === 'JSXExpressionContainer' ? kindOf(child.expression, names) : 'elements'
}

function kindOf(node: ESTree.Expression | ESTree.JSXEmptyExpression, names: Set<string>): Kind {
  const anyOf = (...nodes: ESTree.Expression[]): Kind =>
    nodes.some((one) => kindOf(one, names) === 'text') ? 'text' : 'elements'
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return 'elements'
    case 'JSXEmptyExpression':
      return 'nothing'
    case 'Literal':
      return node.value === null ? 'nothing' : 'text'
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return kindOf(node.expression, names)
    case 'LogicalExpression':
      return anyOf(node.right)
    case 'ConditionalExpression':
      return anyOf(node.consequent, node.alternate)
    case 'CallExpression':
      return names.has(nameOf(node.callee)) || nameOf(node.callee) === 'map' ? 'elements' : 'text'
    default:
      return names.has(nameOf(node)) ? 'elements' : 'text'
  }
}

function nameOf(node: ESTree.Expression | ESTree.Super): string {
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression' && 'name' in node.property ? String(node.property.name) : ''
}

/** Names of variables and functions whose value is written as JSX, and of properties with the type `Elements`. */
function namesOfElements(program: ESTree.Program): Set<string> {
  const names = new Set(ELEMENTS_ELSEWHERE)
  new Visitor({
    VariableDeclarator({ id, init }) {
      const value = init?.type === 'ArrowFunctionExpression' ? init.body : init
      if (id.type !== 'Identifier' || !value || value.type === 'BlockStatement') return
      if (kindOf(value, names) === 'elements') names.add(id.name)
    },
    TSPropertySignature({ key, typeAnnotation }) {
      let type = typeAnnotation?.typeAnnotation
      if (type?.type === 'TSFunctionType') type = type.returnType?.typeAnnotation
      const isElements = type?.type === 'TSTypeReference' && nameOfType(type.typeName) === 'Elements'
      if (isElements && key.type === 'Identifier') names.add(key.name)
    },
  }).visit(program)
  return names
}

function nameOfType(name: ESTree.TSTypeName): string {
  return name.type === 'Identifier' ? name.name : ''
}

/** The settings of a store; tests that use the same name share it. `databaseOf` names a started store whose database it uses. */
export type StoreWanted = { name: string; settings: Record<string, string>; databaseOf?: string }

const origins = new Map<string, Promise<string>>()

/** The address of a store of these settings, which starts when the first test asks for it. */
export function originOf(wanted: StoreWanted): Promise<string> {
  const { name } = wanted
  const origin = origins.get(name) ?? ask(wanted)
  origins.set(name, origin)
  return origin
}

async function ask(wanted: StoreWanted): Promise<string> {
  const answer = await fetch(`http://localhost:${process.env.BROWSER_TEST_STORES}`, {
    method: 'POST',
    body: JSON.stringify(wanted),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

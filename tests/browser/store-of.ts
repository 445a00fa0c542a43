/** The settings of a store; tests that use the same name share it. `databaseOf` names a started store whose database it uses. */
export type StoreWanted = { name: string; settings: Record<string, string>; databaseOf?: string }
export type StartedStore = { origin: string; databaseUrl: string }

const stores = new Map<string, Promise<StartedStore>>()

/** A store of these settings, which starts when the first test asks for it. */
export function startedStore(wanted: StoreWanted): Promise<StartedStore> {
  const { name } = wanted
  const store = stores.get(name) ?? ask(wanted)
  stores.set(name, store)
  return store
}

export async function originOf(wanted: StoreWanted): Promise<string> {
  return (await startedStore(wanted)).origin
}

async function ask(wanted: StoreWanted): Promise<StartedStore> {
  const answer = await fetch(`http://localhost:${process.env.BROWSER_TEST_STORES}`, {
    method: 'POST',
    body: JSON.stringify(wanted),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

import { createContext } from 'react-router'
import type { ApiClient } from '#contract/api-client.ts'

/** Under this key the server puts its in-process client; it carries no token, so it sees what everybody may see. */
export const apiContext = createContext<ApiClient>()

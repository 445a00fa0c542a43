/** The demo admin; does not exist in production. */
export const sampleAdmin = { email: 'admin@example.com', password: 'partsline-admin' } as const

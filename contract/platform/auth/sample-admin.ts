/** The demo's administrator, which its login page shows. Only a demo starts on a database with this administrator. */
export const sampleAdmin = { email: 'admin@example.com', password: 'partsline-admin' } as const

/** The administrator of the demo store, shown on its login page. A store outside demo mode does not start while its database has this admin. */
export const sampleAdmin = { email: 'admin@example.com', password: 'partsline-admin' } as const

// zod compiles parsers with `new Function` if possible. The content security policy forbids that,
// and browsers report even the attempt. This sets zod's global option directly, so that it applies
// before the first schema is created and no page loads zod for it (`zod-setup.spec.ts`).
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// The messages and bodies of the protocol are generated once, into the SDK for TypeScript.
export type * from 'sumito-client/types';

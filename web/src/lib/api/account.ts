import type {
  NameAndPassword,
  RecoveryCodes,
  RecoveryCodesLeft,
  Recovery,
  SessionInfo,
  SessionList,
  SignedIn,
  TokenCreated,
  TokenInfo,
  TokenList,
  TokenWish,
} from '$lib/protocol/types';
import { ask } from './ask';

/** What the token proves who asks, where the browser keeps no cookie. */
type Token = string | null;

function send<T>(method: string, path: string, token: Token, body?: object): Promise<T> {
  return ask<T>(path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) }, token);
}

/** Makes an account, of the guest that one is or of nobody. */
export function signUp(wish: NameAndPassword, token: Token): Promise<SignedIn> {
  return send('POST', '/accounts', token, wish);
}

export function logIn(shown: NameAndPassword): Promise<SignedIn> {
  return send('POST', '/sessions', null, shown);
}

export function recover(shown: Recovery): Promise<SignedIn> {
  return send('POST', '/recovery', null, shown);
}

export function logOut(token: Token): Promise<void> {
  return send('DELETE', '/sessions/current', token);
}

export function changePassword(old: string, next: string, token: Token): Promise<void> {
  return send('PUT', '/me/password', token, { old, new: next });
}

/** Deletes the account, for good. */
export function deleteAccount(password: string, token: Token): Promise<void> {
  return send('DELETE', '/me', token, { password });
}

export async function sessions(token: Token): Promise<readonly SessionInfo[]> {
  return (await send<SessionList>('GET', '/me/sessions', token)).sessions;
}

export function endSession(id: string, token: Token): Promise<void> {
  return send('DELETE', `/me/sessions/${encodeURIComponent(id)}`, token);
}

/** Ends all sessions but the one that asks. */
export function endOtherSessions(token: Token): Promise<void> {
  return send('DELETE', '/me/sessions', token);
}

export async function tokens(token: Token): Promise<readonly TokenInfo[]> {
  return (await send<TokenList>('GET', '/tokens', token)).tokens;
}

export function createToken(wish: TokenWish, token: Token): Promise<TokenCreated> {
  return send('POST', '/tokens', token, wish);
}

export function endToken(id: string, token: Token): Promise<void> {
  return send('DELETE', `/tokens/${encodeURIComponent(id)}`, token);
}

/** How many recovery codes one has left. */
export async function recoveryCodesLeft(token: Token): Promise<number> {
  return (await send<RecoveryCodesLeft>('GET', '/me/recovery-codes', token)).left;
}

/** Ten new codes in the place of those before. */
export async function newRecoveryCodes(password: string, token: Token): Promise<readonly string[]> {
  return (await send<RecoveryCodes>('POST', '/me/recovery-codes', token, { password })).codes;
}

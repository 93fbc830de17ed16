import { ownRole } from '$lib/base/api/moderation';
import type { Session } from '$lib/base/session/session.svelte';

/** Whether the user is a moderator, `false` until that is known. Call it while a component is created. */
export function moderating(session: Session): { readonly is: boolean; readonly known: boolean } {
  let is = $state(false);
  let known = $state(false);

  $effect(() => {
    [is, known] = [false, false];
    if (session.user?.guest !== false) {
      known = session.known;
      return undefined;
    }
    let left = false;
    session.ask(ownRole).then(
      (role) => {
        if (!left) [is, known] = [role !== 'player', true];
      },
      () => {
        if (!left) known = true;
      },
    );
    return () => {
      left = true;
    };
  });

  return {
    get is() {
      return is;
    },
    get known() {
      return known;
    },
  };
}

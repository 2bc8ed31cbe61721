/** Which groups of the table are collapsed. Pure. */

export type Folds = {
  /** Whether groups are collapsed unless they are excepted. */
  all: boolean;
  /** Titles of the groups that are not as all others are. */
  except: readonly string[];
};

export const ALL_OPEN: Folds = { all: false, except: [] };
export const ALL_FOLDED: Folds = { all: true, except: [] };

export const isFolded = ({ all, except }: Folds, title: string): boolean => except.includes(title) !== all;

/** The folds with one group turned around. */
export const turned = ({ all, except }: Folds, title: string): Folds => ({
  all,
  except: except.includes(title) ? except.filter((each) => each !== title) : [...except, title],
});

/** The product's mark: four leaves, one for each model. */
export function Leaves({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={`shrink-0 ${className}`}>
      <g className="fill-primary forced-colors:fill-[ButtonText]">
        <path d="M2 8.5a6.5 6.5 0 0 1 13 0V15H8.5A6.5 6.5 0 0 1 2 8.5Z" />
        <path opacity="0.72" d="M30 8.5a6.5 6.5 0 0 0-13 0V15h6.5A6.5 6.5 0 0 0 30 8.5Z" />
        <path opacity="0.72" d="M2 23.5a6.5 6.5 0 0 0 13 0V17H8.5A6.5 6.5 0 0 0 2 23.5Z" />
        <path opacity="0.46" d="M30 23.5a6.5 6.5 0 0 1-13 0V17h6.5a6.5 6.5 0 0 1 6.5 6.5Z" />
      </g>
    </svg>
  );
}

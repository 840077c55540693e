type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Removes the variables that Kubernetes and Docker add for services named "kassa…". For "kassa-metrics" these are
 * KASSA_METRICS_SERVICE_HOST, KASSA_METRICS_PORT_9464_TCP_ADDR and so on, and KASSA_METRICS_PORT, which is also a setting;
 * there the value shows the difference: tcp://10.0.0.7:9464. See
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
export function withoutServiceLinks(env: Environment): Environment {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) => !(linkName.test(name) || (portName.test(name) && linkValue.test(value ?? ""))),
    ),
  );
}

const linkName = /^KASSA_(.+_)?(SERVICE_(HOST|PORT(_.+)?)|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;
const portName = /^KASSA_(.+_)?PORT$/;
const linkValue = /^(tcp|udp|sctp):\/\//;
